/**
 * Lets React set text without tags, such as a tool's data for search engines, and create an element for a script: the
 * script's code is emptied, so that none runs (https://www.w3.org/TR/trusted-types/).
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
