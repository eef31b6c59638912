import { setTimeout as pause } from 'node:timers/promises'

/** On a machine that is twelve times as busy as it can be, too. */
const defaultDeadline = 60_000
const pollInterval = 5

/** Polls the condition until it holds; rejects after the deadline, in milliseconds, naming the `expected` state. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  expected: string,
  deadline = defaultDeadline,
): Promise<void> {
  let isLate = false
  const poll = async () => {
    while (!(await condition()) && !isLate) await pause(pollInterval)
  }
  await withDeadline(poll(), expected, deadline).finally(() => {
    isLate = true
  })
}

/** The promise's value, or a rejection after the deadline, in milliseconds. */
export async function withDeadline<Value>(
  promise: Promise<Value>,
  expected: string,
  deadline = defaultDeadline,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timed out after ${deadline} ms waiting until ${expected}`)), deadline)
  })
  return Promise.race([promise, expired]).finally(() => clearTimeout(timer))
}
