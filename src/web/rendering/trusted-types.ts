/**
 * What may be set as markup or script where the browser asks (https://www.w3.org/TR/trusted-types/): text without any
 * tag, and the empty element that React makes of each script. Everything else is refused.
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: html => (html.includes('<') && html !== '<script></script>' ? null : html),
  })
}

interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createHTML: (html: string) => string | null }) => unknown
}
