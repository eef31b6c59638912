export const reviewPreviewLength = 112
export const descriptionPreviewLength = 136

export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text
}
