import { type AccentColors, computeAccentColors } from '#contract/appearance/colors.ts'
import { stripInvisible } from '#contract/text.ts'

export interface MailTable {
  rows: readonly (readonly [text: string, amount: string])[]
}

export type Paragraph = string | MailTable

export interface MailContents {
  storeName: string
  origin: string
  /** Such as '#f5a60b'. */
  accentColor: string
  hasLogo: boolean
  /** Whom it greets; undefined where anyone may have chosen the name. */
  name: string | undefined
  paragraphs: readonly Paragraph[]
}

export function composeBody({ storeName, name, paragraphs }: MailContents): string {
  return [greet(name), ...paragraphs.map(toText), storeName].join('\n\n')
}

const greet = (name: string | undefined) => (name === undefined ? 'Hello,' : `Hello ${stripInvisible(name)},`)

const toText = (paragraph: Paragraph) =>
  typeof paragraph === 'string' ? paragraph : paragraph.rows.map(([text, amount]) => `${text}: ${amount}`).join('\n')

const buildStyle = ({ accent, text }: AccentColors) => `
body { margin: 0; padding: 16px; background: #faf9f6; color: #14181f; font: 16px/1.5 Barlow, Arial, sans-serif; }
main { max-width: 600px; margin: 0 auto; padding: 24px; background: #fff; border: 1px solid #e5e2da; border-radius: 6px; overflow-wrap: anywhere; }
header { border-top: 3px solid ${accent}; display: inline-block; padding-top: 6px; font-size: 22px; font-weight: bold; }
table { width: 100%; border-collapse: collapse; }
header img { height: 32px; max-width: 200px; margin-right: 8px; vertical-align: middle; }
td { padding: 6px 0; border-bottom: 1px solid #e5e2da; vertical-align: top; }
td + td { padding-left: 16px; text-align: right; white-space: nowrap; }
a { color: inherit; }
a.button { display: inline-block; margin-top: 4px; padding: 9px 18px; background: ${accent}; color: ${text}; border-radius: 6px; font-weight: bold; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #14181f; color: #f1efe9; }
  main { background: #1c222b; border-color: #323a46; }
  td { border-color: #323a46; }
}`

/** Has nothing that a mail program loads from elsewhere: the logo comes along. */
export function composePage(
  { storeName, origin, accentColor, hasLogo, name, paragraphs }: MailContents,
  subject: string,
): string {
  const blocks = paragraphs.map(paragraph =>
    typeof paragraph === 'string' ? `<p>${linkUrls(paragraph, origin)}</p>` : renderTable(paragraph),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${buildStyle(computeAccentColors(accentColor))}</style>
</head>
<body>
<main>
<header>${hasLogo ? '<img src="cid:logo" alt="">' : ''}${escapeHtml(storeName)}</header>
<p>${escapeHtml(greet(name))}</p>
${blocks.join('\n')}
</main>
</body>
</html>
`
}

const renderTable = ({ rows }: MailTable) =>
  `<table>${rows.map(([text, amount]) => `<tr><td>${escapeHtml(text)}</td><td>${escapeHtml(amount)}</td></tr>`).join('')}</table>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? character)

/** Links to these pages of the shop have words; that of the payment is the mail's button. */
const namedLinks = [
  ['/dashboard/payment/', 'Pay now', ' class="button"'],
  ['/dashboard/orders/', 'Open the order', ''],
] as const

function linkUrls(text: string, origin: string): string {
  const parts = text.split(/(https?:\/\/\S*[^\s.,;:!?)])/)
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return escapeHtml(part).replaceAll('\n', '<br>')
      const [, words = part, attribute = ''] = namedLinks.find(([path]) => part.startsWith(origin + path)) ?? []
      return `<a href="${escapeHtml(part)}"${attribute}>${escapeHtml(words)}</a>`
    })
    .join('')
}
