import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { chunkWatch } from './loading/chunks.ts'
import { guardMarkup } from './trusted-types.ts'

guardMarkup()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      {/* A page takes 20 ms to render: in slices, with pauses between them, it would be painted a third later. */}
      <HydratedRouter useTransitions={false} instrumentations={[chunkWatch]} />
    </StrictMode>,
  )
})
