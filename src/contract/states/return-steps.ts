export const returnStates = ['requested', 'accepted', 'refused', 'withdrawn', 'received', 'refunded', 'closed'] as const
export type ReturnState = (typeof returnStates)[number]

export const returnSteps = {
  accept: { from: ['requested', 'refused'], to: 'accepted' },
  refuse: { from: ['requested', 'accepted'], to: 'refused' },
  withdraw: { from: ['requested', 'accepted'], to: 'withdrawn' },
  receive: { from: ['accepted'], to: 'received' },
  refund: { from: ['received'], to: 'refunded' },
  /** The refund failed and was closed: the pieces can be refunded again. */
  reopen: { from: ['refunded'], to: 'received' },
  close: { from: ['received'], to: 'closed' },
} as const satisfies Record<string, { from: readonly ReturnState[]; to: ReturnState }>

export type ReturnStep = keyof typeof returnSteps

export const canTakeReturnStep = (step: ReturnStep, state: ReturnState): boolean =>
  returnSteps[step].from.some(each => each === state)
