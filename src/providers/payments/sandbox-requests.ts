import { isEqualConstantTime } from '#providers/constant-time.ts'
import { ApiError } from './sandbox-errors.ts'

export function checkApiKey(request: Request, keys: readonly string[]): string {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  const key = keys.find(each => isEqualConstantTime(bearer, each))
  if (!key) throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  return key
}

export async function parseForm(request: Request): Promise<URLSearchParams> {
  const text = await request.text().catch(() => {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'The request is incomplete.' })
  })
  return new URLSearchParams(text.replaceAll('%00', ''))
}
