export const importStates = [
  'uploading',
  'mapping',
  'checking',
  'checked',
  'applying',
  'applied',
  'undone',
  'discarded',
] as const
export type ImportState = (typeof importStates)[number]

/** Steps of admins. Jobs move an import out of `checking` and `applying`; applying an undo ends the import that it undoes. */
export const importSteps = {
  map: { from: ['mapping', 'checked'], to: 'checking' },
  apply: { from: ['checked'], to: 'applying' },
  discard: { from: ['uploading', 'mapping', 'checking', 'checked'], to: 'discarded' },
} as const satisfies Record<string, { from: readonly ImportState[]; to: ImportState }>

export type ImportStep = keyof typeof importSteps

export const canTakeImportStep = (step: ImportStep, state: ImportState): boolean =>
  importSteps[step].from.some(each => each === state)

export const isProcessing = (state: ImportState) => state === 'checking' || state === 'applying'
