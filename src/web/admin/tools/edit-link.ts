/** Of the link in the list by which a tool is edited. */
export const toEditLinkId = (toolId: string) => `edit-${toolId}`
