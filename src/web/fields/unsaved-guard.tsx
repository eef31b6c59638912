import { useCallback } from 'react'
import { useBeforeUnload, useBlocker, useLocation, useNavigation } from 'react-router'
import { Confirm } from '#web/widgets/dialog.tsx'

export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const isLeaving = next !== undefined && next.pathname !== pathname
  const isGuarding = isDirty && !isLeaving
  const blocker = useBlocker(({ nextLocation }) => isGuarding && nextLocation.pathname !== pathname)
  useBeforeUnload(
    useCallback(
      event => {
        if (isGuarding) event.preventDefault()
      },
      [isGuarding],
    ),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Confirm
      question="Leave without saving?"
      detail="What you changed on this page is lost then."
      busy={false}
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    />
  )
}
