import { isConnectionError } from '#db/errors.ts'

export interface RunOptions {
  signal?: AbortSignal | undefined
  /** Called for a failed item, which then does not stop the others, unless the database is away. */
  onError?: (id: string, error: unknown) => void
}

export async function runEach(
  ids: Iterable<string> | AsyncIterable<string>,
  run: (id: string) => Promise<boolean>,
  { signal, onError }: RunOptions = {},
): Promise<number> {
  let count = 0
  for await (const id of ids) {
    if (signal?.aborted) break
    try {
      if (await run(id)) count += 1
    } catch (error) {
      if (!onError || isConnectionError(error)) throw error
      onError(id, error)
    }
  }
  return count
}
