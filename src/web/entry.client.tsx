import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { chunkPreloading } from '#web/chunk-errors/preload-chunks.ts'
import { installTrustedTypesPolicy } from '#web/rendering/trusted-types.ts'

installTrustedTypesPolicy()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A page takes 20 ms to render: in slices, with pauses between them, it would be painted a third later. */}
      <HydratedRouter useTransitions={false} instrumentations={[chunkPreloading]} />
    </StrictMode>,
  )
})
