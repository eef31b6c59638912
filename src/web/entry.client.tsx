import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { collectMissingChunks } from '#web/chunk-errors/missing-chunks.ts'
import { chunkPreloading } from '#web/chunk-errors/preload-chunks.ts'
import { tolerateForeignNodes } from '#web/rendering/foreign-nodes.ts'
import { holdFailuresOnLeave } from '#web/rendering/leaving.ts'
import { installTrustedTypesPolicy } from '#web/rendering/trusted-types.ts'
import { keepPageAccount } from '#web/session/page-account.ts'
import { keepSignedInMark } from '#web/session/signed-in-mark.ts'

installTrustedTypesPolicy()
collectMissingChunks()
tolerateForeignNodes()
holdFailuresOnLeave()
keepSignedInMark()
keepPageAccount()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A page renders in 20 ms; as a transition, in slices, its paint takes a third longer. */}
      <HydratedRouter useTransitions={false} instrumentations={[chunkPreloading]} />
    </StrictMode>,
  )
})
