const securityHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages have their own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Google's popup has to reach the page that opened it, and an API key may be restricted to the pages' origin. */
const firebaseHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

export type SecurityHeaders = Readonly<Record<string, string>>

/** Of every response that does not set them itself. */
export function getSecurityHeaders(usesFirebase: boolean): SecurityHeaders {
  return { ...securityHeaders, ...(usesFirebase && firebaseHeaders) }
}
