export function readOrderNumber(text: string): number | undefined {
  const [, number] = /^(?:order\s*)?(?:(?:no|nr|number)\b\.?\s*)?#?\s*(\d{1,15})[.,]?$/i.exec(text.trim()) ?? []
  return number === undefined ? undefined : Number(number)
}

/** 'PO 4711', also for '4711'. */
export const namePoNumber = (poNumber: string) => (/^P\.?O(?!\p{L})/iu.test(poNumber) ? poNumber : `PO ${poNumber}`)
