/**
 * Allows text without tags, and the empty element that React creates for a script, which it leaves empty
 * (https://www.w3.org/TR/trusted-types/).
 */
export function installTrustedTypesPolicy(): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: html => (html.includes('<') && html !== '<script></script>' ? null : html),
    createScript: () => '',
  })
}

interface TrustedTypes {
  createPolicy: (
    name: 'default',
    rules: { createHTML: (html: string) => string | null; createScript: (code: string) => string },
  ) => unknown
}
