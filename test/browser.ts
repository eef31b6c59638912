import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium to test with: `CHROME_PATH`, the machine's own, or else the one from the npm package. */
export async function chromiumPath(): Promise<string> {
  const own = [process.env.CHROME_PATH ?? '', ...installed].find(path => path !== '' && existsSync(path))
  if (own) return own
  // Makes the package unpack the shared libraries that a bare machine may lack, too.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}
