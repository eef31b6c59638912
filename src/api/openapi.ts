import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type OperationId, operations, parseOperation } from '#contract/operations.ts'
import { refusals } from '#contract/refusals.ts'

export function createOpenApiDocument(title: string, server: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const id of Object.keys(operations) as OperationId[]) {
    const { method, path } = parseOperation(operations[id])
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeOperation(id, endpoints[id]) }
  }
  return {
    openapi: '3.1.1',
    info: { title, version: '1.0.0' },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        proof: { type: 'http', scheme: 'bearer', description: "The identity provider's session or id token" },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

function describeOperation(operationId: OperationId, endpoint: Endpoint): object {
  const parameters = (['params', 'query', 'headers'] as const).flatMap(part => describeParameters(part, endpoint[part]))
  return {
    operationId,
    summary: endpoint.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: toJsonContent(toJsonSchema(endpoint.body, 'input')) },
    }),
    ...(endpoint.form && {
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: toJsonSchema(endpoint.form, 'input') } },
      },
    }),
    responses: {
      200: { description: 'Done', content: describeReply(endpoint) },
      429: tooManyRequestsResponse,
      default: describeProblem('Refused'),
    },
    security: describeSecurity(endpoint),
    'x-access': endpoint.access,
  }
}

function describeSecurity({ access }: Endpoint): object[] {
  if (access === 'public') return []
  if (access === 'proof') return [{ proof: [] }]
  return [...(access === 'anybody' ? [{}] : []), { accessToken: [] }]
}

function describeReply({ file = 'application/json', reply }: Endpoint): object {
  return { [file]: { schema: toJsonSchema(reply, 'output') } }
}

function describeParameters(part: 'params' | 'query' | 'headers', schema: z.ZodObject | undefined): object[] {
  const location = { params: 'path', query: 'query', headers: 'header' }[part]
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: part === 'params' || !z.safeParse(field, undefined).success,
    schema: toJsonSchema(field, 'input'),
  }))
}

const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const toJsonContent = (schema: object) => ({ 'application/json': { schema } })

const describeProblem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const tooManyRequestsResponse = {
  ...describeProblem('Too many in a short time'),
  headers: { 'Retry-After': { description: 'Seconds until the next call is allowed', schema: { type: 'integer' } } },
}

const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { enum: Object.keys(refusals) },
    kind: { enum: ['retry', 'final', 'done'], description: 'How a payment ended, or that another call did it' },
    instance: { type: 'string', description: "Names the request, where the fault is the shop's" },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          code: { type: 'string', description: 'Refusal of this line or record alone' },
          nearest: { type: 'array', items: { type: 'integer' }, description: 'Quantities that can be ordered' },
          present: { description: 'Value that somebody else has saved' },
        },
      },
    },
  },
}
