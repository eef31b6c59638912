export function readOrderNumber(text: string): number | undefined {
  const [, number] = /^(?:order\s*)?(?:(?:no|nr|number)\b\.?\s*)?#?\s*(\d{1,15})[.,]?$/i.exec(text.trim()) ?? []
  return number === undefined ? undefined : Number(number)
}
