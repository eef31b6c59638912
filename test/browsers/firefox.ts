import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withDeadline } from '#test/wait-until.ts'
import { type Driver, findProgram, toClick, toExpression, toKeys } from './driver.ts'

export async function startFirefox(): Promise<Driver> {
  const program = findProgram(['/usr/bin/firefox-esr', '/usr/bin/firefox'], 'firefox-esr')
  const profile = mkdtempSync(join(tmpdir(), 'ironmonger-firefox-'))
  const options = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exit = once(child, 'exit')
  try {
    const send = await connect(await withDeadline(readAddress(child.stderr), 'Firefox listens'))
    return { ...(await createDriver(send)), close }
  } catch (error) {
    await close()
    throw error
  }

  async function close() {
    child.kill('SIGKILL')
    await exit
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function readAddress(lines: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(lines)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (!address) continue
    lines.resume()
    return `${address}/session`
  }
  throw new Error('Firefox has ended')
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's results have no types here.
type Send = (method: string, params: object) => Promise<any>

interface Message {
  id?: number
  error?: string
  message?: string
  result?: unknown
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  const pending = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data)
    pending.get(message.id ?? 0)?.(message)
  })
  await withDeadline(once(socket, 'open'), 'Firefox accepts the connection')
  let count = 0
  return async (method, params) => {
    count += 1
    const { promise, resolve } = Promise.withResolvers<Message>()
    pending.set(count, resolve)
    socket.send(JSON.stringify({ id: count, method, params }))
    const { error, message, result } = await withDeadline(promise, `${method} is answered`)
    if (error) throw new Error(`${method}: ${message}`)
    return result
  }
}

async function createDriver(send: Send): Promise<Omit<Driver, 'close'>> {
  const { capabilities } = await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  await send('browsingContext.activate', { context })
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: url => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(pageFunction, ...values) {
      const expression = toExpression(pageFunction, values)
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    click: (x, y) => send('input.performActions', { context, actions: toClick(x, y) }),
    type: text => send('input.performActions', { context, actions: toKeys(text) }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async takeScreenshot() {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
  }
}
