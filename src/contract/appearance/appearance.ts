/** Sections of the home page below its banner, in their order. */
export const homeSections = {
  reviews: 'What Our Clients Says...',
  services: 'Services',
  tools: 'Tools',
  bestSellers: 'Best Seller Products',
  blog: 'From The Blog',
  brands: 'Our Brands',
  summary: 'Our Business Summary',
  newArrivals: 'New Arrivals',
} as const

export type HomeSection = keyof typeof homeSections

export const socialSites = { facebook: 'Facebook', x: 'X', instagram: 'Instagram', youtube: 'YouTube' } as const

export type SocialSite = keyof typeof socialSites

/** How the shop looks; what admins have not changed is as in `defaultAppearance`. */
export interface Appearance {
  /** Such as '#f5a60b'. */
  accentColor: string
  /** The lines above and below the heading of the home page's banner. */
  bannerAbove: string
  bannerBelow: string
  hiddenSections: readonly HomeSection[]
  /** Slugs of the pages in the last line of the footer. */
  footerPages: readonly string[]
  /** Addresses; once one is named, icons without one are not shown. */
  social: Readonly<Record<SocialSite, string>>
}

export const defaultAppearance: Appearance = {
  accentColor: '#f5a60b',
  bannerAbove: 'Hands Tools',
  bannerBelow: 'Circular Saw & Power Saw',
  hiddenSections: [],
  footerPages: [],
  social: { facebook: '', x: '', instagram: '', youtube: '' },
}

/** Pictures that admins upload for the shop itself. */
export const pictureNames = ['logo', 'banner'] as const
export type PictureName = (typeof pictureNames)[number]

/** Paths of the pictures that there are, such as '/appearance/logo-0a1b2c3d.png'. */
export type Pictures = Partial<Record<PictureName, string>>
