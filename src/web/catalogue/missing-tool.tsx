import { data, isRouteErrorResponse, useRouteError } from 'react-router'
import type { Client } from '#contract/client.ts'
import { Refusal } from '#contract/refusal.ts'
import type { Tool } from '#contract/schemas/tools.ts'
import { ErrorPage } from '#web/layout/error-page.tsx'
import { missingSentences } from '#web/session/api-errors.ts'
import { type CardTool, ToolGrid, toCardTools } from './tool-card.tsx'

interface MissingTool {
  tools: CardTool[]
}

export async function listOrderableTools(client: Client): Promise<CardTool[]> {
  return toCardTools(await client.listTools({ query: { orderable: 'true', limit: 3 } }).catch(() => []))
}

export async function getToolOrNotFound<Shown extends Tool>(client: Client, call: Promise<Shown>): Promise<Shown> {
  const tool = await call.catch(error => {
    if (error instanceof Refusal && [400, 404].includes(error.status)) return undefined
    throw error
  })
  if (!tool) throw data({ tools: await listOrderableTools(client) } satisfies MissingTool, { status: 404 })
  return tool
}

export function ToolErrorPage() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const { tools }: MissingTool = isMissing ? error.data : { tools: [] }
  return (
    <>
      <ErrorPage missing="This tool is not here" sentence={missingSentences.tool}>
        <search>
          <form action="/shop" className="flex max-w-md gap-2">
            <input type="search" name="q" aria-label="Search the shop" className="input grow" />
            <button type="submit" className="btn btn-primary">
              Search
            </button>
          </form>
        </search>
      </ErrorPage>
      <div className="page-width">
        <OtherTools tools={tools} />
      </div>
    </>
  )
}

export function OtherTools({ tools }: { tools: readonly CardTool[] }) {
  if (tools.length === 0) return null
  return (
    <section aria-labelledby="in-stock">
      <h2 id="in-stock" className="mb-6 text-2xl">
        Tools in stock
      </h2>
      <ToolGrid tools={tools} columnWidth="25rem" />
    </section>
  )
}
