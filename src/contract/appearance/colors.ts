/** The surfaces on which the accent stands. */
const surfaces = { paper: '#faf9f6', ink: '#14181f' } as const

export const isHexColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

const toChannels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** WCAG 2.2, “relative luminance”. */
function computeLuminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(hex).map(channel => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 to 21: WCAG 2.2, “contrast ratio”. */
export function computeContrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map(computeLuminance).toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function mix(hex: string, other: string, share: number): string {
  const others = toChannels(other)
  const mixed = toChannels(hex).map((channel, index) => channel + ((others[index] ?? 0) - channel) * share)
  return `#${mixed.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The color, moved towards another one in steps of a twentieth until it is seen on a surface. */
function moveUntilSeen(hex: string, towards: string, surface: string, contrast: number): string {
  let moved = hex
  for (let step = 1; step <= 20 && computeContrast(moved, surface) < contrast; step++)
    moved = mix(hex, towards, step / 20)
  return moved
}

export interface AccentColors {
  accent: string
  /** The color of text on the accent: dark or white. */
  text: string
  /** The accent of text and lines on dark surfaces. */
  onDark: string
  /** The accent of lines on light surfaces. */
  onLight: string
}

const readable = 4.5
const visible = 3
const distinct = 1.25

export function computeAccentColors(accent: string): AccentColors {
  const [text = surfaces.ink] = [surfaces.ink, '#ffffff'].toSorted(
    (one, other) => computeContrast(other, accent) - computeContrast(one, accent),
  )
  return {
    accent,
    text,
    onDark: moveUntilSeen(accent, '#ffffff', surfaces.ink, readable),
    onLight: moveUntilSeen(accent, surfaces.ink, surfaces.paper, visible),
  }
}

/** A sentence if buttons in the color would not be seen, or not be read. */
export function findAccentProblem(accent: string): string | undefined {
  const { text } = computeAccentColors(accent)
  const format = (contrast: number) => contrast.toFixed(1)
  if (computeContrast(accent, surfaces.paper) < distinct)
    return 'This color is too light: buttons would not stand out from the page.'
  if (computeContrast(accent, surfaces.ink) < distinct)
    return 'This color is too dark: buttons would not stand out from a dark page.'
  const contrast = computeContrast(accent, text)
  return contrast < readable
    ? `No text on this color is easily read: its contrast is ${format(contrast)}, and ${readable} is needed. Choose a lighter or a darker one.`
    : undefined
}

/** CSS variables that the styles read, by their names. */
export function buildAccentVariables(color: string): Readonly<Record<string, string>> {
  const { accent, text, onDark, onLight } = computeAccentColors(color)
  return {
    '--color-primary': accent,
    '--color-primary-content': text,
    '--accent-on-dark': onDark,
    '--accent-on-light': onLight,
    '--accent-in-plots': onLight,
  }
}

export const formatAccentStyle = (color: string): string =>
  Object.entries(buildAccentVariables(color))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
