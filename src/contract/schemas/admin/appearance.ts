import { z } from 'zod'
import {
  type HomeSection,
  homeSections,
  pictureNames,
  type SocialSite,
  socialSites,
} from '#contract/appearance/appearance.ts'
import { findAccentProblem, isHexColor } from '#contract/appearance/colors.ts'
import { line, withShown } from '#contract/schemas/fields.ts'

const accentColor = line(20)
  .toLowerCase()
  .superRefine((text, context) => {
    const message = isHexColor(text) ? findAccentProblem(text) : 'Write the color as #f5a60b.'
    if (message) context.addIssue({ code: 'custom', message })
  })

const section = z.enum(Object.keys(homeSections) as [HomeSection, ...HomeSection[]])

const address = line(300).refine(
  text => text === '' || (text.startsWith('https://') && URL.canParse(text)),
  'An address begins with https://.',
)

const sites = Object.keys(socialSites) as SocialSite[]
const social = z.object(Object.fromEntries(sites.map(site => [site, address])) as Record<SocialSite, typeof address>)

export const Appearance = z.object({
  accentColor,
  bannerAbove: line(60),
  bannerBelow: line(60),
  hiddenSections: z.array(section).readonly(),
  footerPages: z.array(line(100)).max(8, 'At most eight pages.').readonly(),
  social,
})
export type Appearance = z.infer<typeof Appearance>

const path = z.string()

export const AppearanceReply = z.object({
  current: Appearance,
  defaults: Appearance,
  /** Paths of the uploaded pictures. */
  pictures: z.object({ logo: path.optional(), banner: path.optional() }),
})
export type AppearanceReply = z.infer<typeof AppearanceReply>

export const AppearanceChange = withShown(Appearance.partial())

export const PictureParams = z.object({ picture: z.enum(pictureNames) })
export const PictureUpload = z.object({ image: z.file('A picture is needed.') })
