import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Client } from '#contract/client.ts'
import { clientContext, type PageSettings, type Report, reportContext, settingsContext } from '#web/context.ts'

export type PageHandler = (request: Request, client: Client) => Promise<Response>

export function createPageHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  getSettings: () => PageSettings,
  report: Report,
): PageHandler {
  const handle = createRequestHandler(build)
  return (request, client) => {
    const context = new RouterContextProvider()
    context.set(clientContext, client)
    context.set(settingsContext, getSettings())
    context.set(reportContext, report)
    return handle(request, context)
  }
}
