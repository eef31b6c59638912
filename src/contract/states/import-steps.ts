export const importStates = [
  'uploading',
  'checking',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

/** Steps of admins. Jobs move an import out of `checking`, `applying` and `undoing`. */
export const importSteps = {
  apply: { from: ['checked'], to: 'applying' },
  undo: { from: ['applied'], to: 'undoing' },
  discard: { from: ['uploading', 'checking', 'checked'], to: 'discarded' },
} as const satisfies Record<string, { from: readonly ImportState[]; to: ImportState }>

export type ImportStep = keyof typeof importSteps

export const canTakeImportStep = (step: ImportStep, state: ImportState): boolean =>
  importSteps[step].from.some(each => each === state)

export const isProcessing = (state: ImportState) => state === 'checking' || state === 'applying' || state === 'undoing'
