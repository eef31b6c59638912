export function createCallQueue(): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return call => {
    const result = last.then(call, call)
    last = result
    return result
  }
}
