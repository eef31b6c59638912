/** Lets React set tagless text and create script elements, whose code is emptied (https://www.w3.org/TR/trusted-types/). */
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
