import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Confirm } from '#web/ui/dialog.tsx'

/** Asks before the page is left while `isDirty`; the form's own submit goes through. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload(
    useCallback(
      event => {
        if (isDirty) event.preventDefault()
      },
      [isDirty],
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
