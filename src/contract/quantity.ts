export function isOrderable(quantity: number, tool: { minimum: number; available: number }): boolean {
  return Number.isInteger(quantity) && quantity >= tool.minimum && quantity <= tool.available
}

export function formatQuantity(quantity: number): string {
  return `${quantity} pieces`
}
