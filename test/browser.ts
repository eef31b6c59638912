import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium to test with: `CHROME_PATH`, the machine's own, or else the one from the npm package. */
export async function findChromium(): Promise<string> {
  const own = [process.env.CHROME_PATH ?? '', ...installed].find(path => path !== '' && existsSync(path))
  if (own) return own
  // Makes the package unpack the shared libraries that a bare machine may lack, too.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  configureFonts()
  return path
}

/** The package's own configuration names /tmp/fonts: with another TMPDIR, Chromium finds no font and crashes. */
function configureFonts(): void {
  const folder = join(tmpdir(), 'fonts')
  const directories = `<dir>${folder}</dir><cachedir>${folder}-cache</cachedir>`
  writeFileSync(join(folder, 'fonts.conf'), `<?xml version="1.0"?><fontconfig>${directories}</fontconfig>\n`)
}

/**
 * The environment in which other processes find that Chromium, unpacked in this one's TMPDIR: several that unpack it at
 * the same time read each other's incomplete files.
 */
export async function unpackChromium(): Promise<Record<string, string>> {
  const CHROME_PATH = await findChromium()
  const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
  return { CHROME_PATH, ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), ...(FONTCONFIG_PATH && { FONTCONFIG_PATH }) }
}
