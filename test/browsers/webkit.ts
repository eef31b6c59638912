import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '#test/free-port.ts'
import { waitUntil, withDeadline } from '#test/wait-until.ts'
import { type Driver, findProgram, toClick, toExpression, toKeys } from './driver.ts'

const program = ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/lib64/webkit2gtk-4.1/MiniBrowser']

/** Speaks WebDriver to WebKitGTK's small browser, in a virtual display. */
export async function startWebKit(): Promise<Driver> {
  const driverProgram = findProgram(['/usr/bin/WebKitWebDriver'], 'webkit2gtk-driver')
  const [browser, server] = [findProgram(program, 'webkit2gtk-driver'), findProgram(['/usr/bin/Xvfb'], 'xvfb')]
  const started: ChildProcess[] = []
  const close = async () => {
    for (const child of started.toReversed()) {
      const exit = once(child, 'exit')
      if (child.kill()) await exit
    }
  }
  try {
    const display = spawn(server, ['-displayfd', '1', '-screen', '0', '1700x1400x24', '-nolisten', 'tcp'])
    started.push(display)
    const [number] = await withDeadline(once(display.stdout, 'data'), 'the display is open')
    const port = await findFreePort()
    const env = { ...process.env, DISPLAY: `:${String(number).trim()}` }
    started.push(spawn(driverProgram, [`--port=${port}`], { env, stdio: 'ignore' }))
    const { send, version } = await openSession(`http://127.0.0.1:${port}`, browser)
    const driver = await createDriver(send)
    return { ...driver, name: `WebKitGTK ${version}`, close: () => send('DELETE', '').finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's values are not typed here.
type Send = (method: string, path: string, body?: object) => Promise<any>

async function openSession(origin: string, binary: string): Promise<{ send: Send; version: string }> {
  const isReady = () =>
    fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(isReady, 'WebKit’s driver listens')
  const args = ['--automation', '--javascript-can-open-windows-automatically=true']
  const browserOptions = { 'webkitgtk:browserOptions': { binary, args } }
  const { sessionId, capabilities } = await send('POST', '', { capabilities: { alwaysMatch: browserOptions } })
  return {
    send: (method, path, body) => send(method, `/${sessionId}${path}`, body),
    version: capabilities.browserVersion,
  }

  async function send(method: string, path: string, body?: object) {
    const signal = AbortSignal.timeout(60_000)
    const request = { method, signal, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) }
    const response = await fetch(`${origin}/session${path}`, request)
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
}

async function createDriver(send: Send): Promise<Omit<Driver, 'name' | 'close'>> {
  const evaluate: Driver['evaluate'] = async (pageFunction, ...values) => {
    const expression = toExpression(pageFunction, values)
    const script = `const done = arguments[0]; ${expression}.then(done, error => done({ error: String(error) }))`
    const value = await send('POST', '/execute/async', { script, args: [] })
    if (typeof value !== 'string') throw new Error(value.error)
    return JSON.parse(value)
  }
  await openBareWindow(send, evaluate)
  return {
    open: url => send('POST', '/url', { url }),
    evaluate,
    click: (x, y) => send('POST', '/actions', { actions: toClick(x, y) }),
    type: text => send('POST', '/actions', { actions: toKeys(text) }),
    resize: (width, height) => send('POST', '/window/rect', { width, height }),
    takeScreenshot: async () => Buffer.from(await send('GET', '/screenshot'), 'base64'),
  }
}

/** Without a toolbar, which would keep the window wider than a phone. */
async function openBareWindow(send: Send, evaluate: Driver['evaluate']): Promise<void> {
  const first = await send('GET', '/window')
  await evaluate(
    () =>
      void window.open('about:blank', 'bare', 'popup,toolbar=no,location=no,menubar=no,status=no,width=390,height=844'),
  )
  let handles: string[] = []
  const isOpen = async () => {
    handles = await send('GET', '/window/handles')
    return handles.length > 1
  }
  await waitUntil(isOpen, 'the window is open')
  await send('POST', '/window', { handle: handles.find(handle => handle !== first) })
}
