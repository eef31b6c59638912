export const reviewPreviewLength = 112
export const descriptionPreviewLength = 136

/** The text cut at `length` characters plus '...', or the whole text when it is not longer. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}...` : text
}
