/** Whether the quantity is a whole number from the tool's minimum order to its stock. */
export function isOrderable(quantity: number, tool: { minimum: number; available: number }): boolean {
  return Number.isInteger(quantity) && quantity >= tool.minimum && quantity <= tool.available
}

/** The quantity as the API sends it: `12 pieces`. */
export function formatQuantity(quantity: number): string {
  return `${quantity} pieces`
}
