export const shipFormId = 'ship'
