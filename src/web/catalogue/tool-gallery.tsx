import { type MouseEvent, useRef, useState } from 'react'
import { ProductImage } from '#web/ui/images/product-image.tsx'

interface Picture {
  url: string
  alt: string
}

/** Without scripts, the links open the image files. */
export function ToolGallery({ images }: { images: readonly [Picture, ...Picture[]] }) {
  const [index, setIndex] = useState(0)
  const [isEnlarged, setEnlarged] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = images[index] ?? images[0]

  function enlarge(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setEnlarged(true)
    dialog.current?.showModal()
  }

  return (
    <div className="grid gap-3">
      <a href={shown.url} onClick={enlarge} className="cursor-zoom-in">
        <ProductImage
          src={shown.url}
          alt={shown.alt}
          sizes="(min-width: 48rem) 40rem, 100vw"
          priority="high"
          className="rounded-box"
        />
        <span className="sr-only">Enlarge</span>
      </a>
      {images.length > 1 && (
        <div className="flex flex-wrap gap-2">
          {images.map(({ url, alt }, each) => (
            <a
              key={url}
              href={url}
              aria-current={each === index ? 'true' : undefined}
              className="w-20 overflow-hidden rounded-field border-2 border-base-300 aria-[current]:border-base-content"
              onClick={event => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setIndex(each)
              }}
            >
              <ProductImage src={url} alt={alt} sizes="5rem" />
            </a>
          ))}
        </div>
      )}
      <dialog
        ref={dialog}
        closedby="any"
        onClose={() => setEnlarged(false)}
        aria-label={shown.alt}
        className="m-auto max-h-[96dvh] max-w-[96vw] overflow-hidden rounded-box bg-plate p-0 backdrop:bg-black/70"
      >
        <form method="dialog">
          <button type="submit" className="block cursor-zoom-out" aria-label="Close the enlarged picture">
            {isEnlarged && (
              <img
                src={shown.url}
                alt={shown.alt}
                width={800}
                height={800}
                className="max-h-[96dvh] w-[min(96vw,96dvh)] object-contain"
              />
            )}
          </button>
        </form>
      </dialog>
    </div>
  )
}
