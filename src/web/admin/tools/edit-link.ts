export const toEditLinkId = (toolId: string) => `edit-${toolId}`
