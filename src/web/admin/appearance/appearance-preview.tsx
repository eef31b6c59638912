import type { CSSProperties } from 'react'
import { buildAccentVariables, isHexColor } from '#contract/appearance/colors.ts'
import type { Appearance } from '#contract/schemas/admin/appearance.ts'
import { Mark } from '#web/layout/mark.tsx'
import { usePageSettings } from '#web/ui/page-settings.ts'
import type { DraftPictures } from './appearance-page.tsx'

interface AppearancePreviewProps {
  draft: Appearance
  pictures: DraftPictures
  isValid: boolean
}

/** A small page and the head of a document in the colors, pictures and words that are not saved yet. */
export function AppearancePreview({ draft, pictures, isValid }: AppearancePreviewProps) {
  const { storeName } = usePageSettings()
  const { accentColor, bannerAbove, bannerBelow } = draft
  const style = isHexColor(accentColor) && isValid ? buildAccentVariables(accentColor) : {}
  return (
    <section
      aria-label="Preview"
      className="grid gap-3 min-[80rem]:sticky min-[80rem]:top-20"
      style={style as CSSProperties}
    >
      <h2 className="font-display text-2xl">Preview</h2>
      <div className="overflow-hidden rounded-box border border-base-300 bg-base-200">
        <div className="flex items-center gap-2 border-b border-base-300 bg-base-100 px-3 py-2 font-display text-xl">
          <ShopMark logo={pictures.logo} />
          <span className="truncate">{storeName}</span>
          <span className="ms-auto border-b-3 border-primary px-2 font-sans text-base">Shop</span>
        </div>
        <div className="relative isolate grid justify-items-start gap-1 overflow-hidden bg-neutral p-5 text-neutral-content">
          <img
            src={pictures.banner ?? '/images/hero-800.avif'}
            alt=""
            className="absolute inset-0 -z-10 size-full object-cover object-[75%_center]"
          />
          <div className="absolute inset-0 -z-10 bg-linear-to-r from-neutral via-neutral/55 to-transparent" />
          <p className="font-display text-lg text-(--accent-on-dark)">{bannerAbove}</p>
          <p className="font-display text-4xl">Big Wholesale</p>
          <p>{bannerBelow}</p>
          <span className="btn btn-primary btn-sm mt-1">Shop Now</span>
        </div>
        <div className="grid gap-3 p-4">
          <p className="section-title plain-title text-2xl">Tools</p>
          <p>
            A line with <span className="link">a link</span>, and a button:
          </p>
          <span className="btn btn-primary w-full">Buy Now</span>
        </div>
      </div>
      <div className="grid gap-2 rounded-box border border-base-300 bg-white p-4 text-[#14181f]">
        <div className="flex items-center gap-2 border-t-3 border-primary pt-2 font-semibold">
          <ShopMark logo={pictures.logo} />
          <span className="truncate">{storeName}</span>
          <span className="ms-auto">Invoice 1001</span>
        </div>
      </div>
    </section>
  )
}

const ShopMark = ({ logo }: { logo: string | null | undefined }) =>
  logo ? <img src={logo} alt="" className="h-8 max-w-32 shrink-0 object-contain" /> : <Mark />
