import { formatSpecification } from '#contract/cells/specifications.ts'
import type { PriceTerms } from '#contract/pricing/currencies.ts'
import { isInStock } from '#contract/pricing/quantity.ts'
import type { ToolDetails } from '#contract/schemas/tools.ts'

export interface Crumb {
  name: string
  path: string
}

type Product = Omit<ToolDetails, 'related' | 'discountGroup'>

/** Builds a https://schema.org/Product with breadcrumbs. */
export function toSchemaOrgProduct(
  tool: Product,
  crumbs: readonly Crumb[],
  { currency, pricesIncludeTax }: PriceTerms,
  toAbsolute: (url: string) => string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: tool.name,
    description: tool.description,
    sku: tool.sku,
    ...(tool.gtin && { gtin: tool.gtin }),
    ...(tool.manufacturerNumber && { mpn: tool.manufacturerNumber }),
    image: [tool.image, ...tool.furtherImages.map(({ url }) => url)].map(toAbsolute),
    ...(tool.brand && { brand: { '@type': 'Brand', name: tool.brand } }),
    additionalProperty: tool.specifications.map(({ name, ...value }) => ({
      '@type': 'PropertyValue',
      name,
      value: formatSpecification(value),
    })),
    offers: {
      '@type': 'Offer',
      price: tool.price.toFixed(2),
      priceCurrency: currency,
      ...(!pricesIncludeTax && {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: tool.price.toFixed(2),
          priceCurrency: currency,
          valueAddedTaxIncluded: false,
        },
      }),
      availability: `https://schema.org/${isInStock(tool) ? 'InStock' : 'OutOfStock'}`,
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minimum, unitText: 'pieces' },
    },
    mainEntityOfPage: { '@type': 'WebPage', breadcrumb: toBreadcrumbList(crumbs, toAbsolute) },
  }
}

const toBreadcrumbList = (crumbs: readonly Crumb[], toAbsolute: (path: string) => string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toAbsolute(path),
  })),
})
