import {
  type ImportField,
  importFieldTitles,
  listColumnTitles,
  type NumberKind,
  numberColumns,
  toolColumnTitles,
} from '#contract/cells/tool-cells.ts'
import type { FileColumn, ImportKind, ImportMapping } from '#contract/schemas/admin/imports.ts'
import type { Field } from './fields.ts'

type Words = Omit<Field, 'title' | 'reads'>

const words: Record<ImportField, Words> = {
  sku: {
    words:
      'sku item article artikel artikelnr artikelnummer artikelcode artnr artnummer artno art bestellnummer bestellnr bestnr materialnummer teilenummer part partno partnumber pn reference ref referencia codigo articulo bestelnummer bestelnr indeks symbol kod katalogowy katalognr katnr catno catnr catalogueno catalogno cataloguenumber catalognumber code itemno itemnumber itemid stockcode ordercode productcode model',
    beside: 'product material variant stock order katalog catalogue catalog',
    isCode: true,
  },
  name: {
    words:
      'name title bezeichnung artikelbezeichnung kurztext description descr designation libelle descripcion nombre omschrijving naam benaming nazwa',
    beside: 'item product article artikel tool short kurz towaru produktu produit producto',
    joinedBy: ' ',
  },
  brand: {
    words:
      'brand marke hersteller manufacturer maker mfr mfg vendor fabricant marque marca fabricante merk fabrikant producent marka',
    beside: 'name',
  },
  category: {
    words:
      'category kategorie warengruppe produktgruppe famille categorie categoria familia groep kategoria grupa cat productgroup productcategory itemgroup maingroup',
    beside: 'product type main sub level group gruppe name ware path',
  },
  price: {
    words:
      'price preis listenpreis verkaufspreis einzelpreis nettopreis bruttopreis vk uvp prix tarif precio tarifa pvp prijs verkoopprijs brutoprijs nettoprijs cena list msrp rrp lp pu',
    beside:
      'net netto neto dealer unit retail sales selling public trade tax ht ttc vat mwst iva btw excl incl inkl sin sans brutto gross level without each ea pc pcs pce piece pieces stk stuck st m c',
  },
  priceBreaks: { words: 'staffelpreise' },
  minimum: {
    words: 'minimum min moq mindestmenge mindestbestellmenge mindestabnahme minimo minimale minimalna',
    beside: 'order qty quantity menge quantite cantidad hoeveelheid ilosc bestell pieces',
    except: /\b1\s*\/\s*min\b|\bmin\s*[-−⁻]\s*[1¹]/i,
  },
  increment: {
    words:
      'pack packing case carton ctn box inner vpe ve verpackungseinheit packungsinhalt colis conditionnement embalaje caja verpakking doos opakowanie karton multiple increment',
    beside:
      'qty quantity size unit units pieces pcs per value content menge inhalt quantite cantidad hoeveelheid ilosc w order',
    except: /price|preis|prix|precio|prijs|cena/i,
  },
  unitLabel: { words: 'packlabel' },
  available: {
    words:
      'available availability stock bestand lager lagerbestand inventory onhand dispo disponible existencias voorraad stan dostepnosc',
    beside: 'qty quantity on hand count menge quantite cantidad pieces level',
  },
  availableBefore: { words: 'availablewhenexported' },
  taxPercent: {
    words: 'tax vat mwst ust steuersatz tva iva btw',
    beside: 'percent rate satz taux',
  },
  specifications: { words: 'specs' },
  description: {
    words: 'langtext beschreibung details desc opis',
    beside: 'long description text full lang produkt product',
    joinedBy: '\n',
  },
  image: { words: 'imageaddress' },
  imageAlt: { words: 'alttext' },
  discontinued: { words: 'discontinued auslauf' },
  replacementSku: {
    words: 'replacement ersatzartikel nachfolger substitute successor',
    beside: 'sku item part artikel',
    isCode: true,
  },
  gtin: {
    words: 'gtin ean upc barcode eannummer eancode strichcode streepjescode kreskowy',
    beside: 'item piece stuck artikel kod',
    isCode: true,
  },
  manufacturerNumber: {
    words:
      'mpn herstellernr herstellernummer herstellerartikelnummer herstellerartikelnr manufacturernumber manufacturerno manufacturerpartnumber manufacturerpartno mfrpartnumber mfrpartno mfrno mfgpartnumber mfgpartno mfgpart mfrpart vendorpartnumber',
    isCode: true,
  },
  discountGroup: {
    words:
      'discountgroup rabattgruppe rabattgr kortingsgroep remisegroep discountcode discountclass rabattcode pricegroup preisgruppe',
    isCode: true,
  },
  validFrom: {
    words: 'valid validfrom effective gultig gultigab valide vigencia geldig wazny',
    beside: 'from date as ab von seit start since desde vanaf od price prices',
  },
  percentOff: {
    words: 'percentoff percent rabatt rabattsatz rab nachlass discount disc remise descuento dto korting rabat',
    beside: 'off pct satz customer list price',
  },
  specification: { words: 'specification', joinedBy: '\n' },
  pricePer: {
    words: 'preiseinheit preismenge pe prijseenheid priceunit pricequantity',
    beside: 'price unit preis unite prix per',
  },
  discount: {
    words: 'rabatt rabattsatz rab nachlass discount disc remise descuento dto korting rabat',
    beside: 'percent pct satz',
  },
  currency: {
    words: 'currency wahrung devise divisa moneda valuta waluta curr ccy',
    isCode: true,
  },
}

const numbers: { [Name in ImportField]?: NumberKind } = { ...numberColumns, pricePer: 'pieces', discount: 'percent' }

function buildFields<Name extends ImportField>(names: readonly Name[]): Record<Name, Field> {
  const fields = names.map(name => {
    const field: Field = { title: importFieldTitles[name], ...words[name], reads: numbers[name] ?? 'text' }
    return [name, field]
  })
  return Object.fromEntries(fields)
}

export const toolFields = buildFields([...keysOf(toolColumnTitles), ...keysOf(listColumnTitles)])

const priceFields = buildFields([
  ...(['sku', 'discountGroup', 'validFrom', 'price', 'priceBreaks', 'percentOff'] as const),
  ...(['pricePer', 'currency'] as const),
])

export type ImportFields = Readonly<Partial<Record<ImportField, Field>>>

export const importFields: Readonly<Record<ImportKind, ImportFields>> = { tools: toolFields, prices: priceFields }

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}

/** A number with two readings in a column that is read as numbers: the sign of decimals has to be known for it. */
export const findAmbiguousNumber = (
  columns: readonly Pick<FileColumn, 'ambiguous'>[],
  chosen: ImportMapping['columns'],
): string | undefined =>
  columns.find(({ ambiguous }, index) => {
    const field = chosen[index]
    return ambiguous !== undefined && field && numbers[field] !== undefined
  })?.ambiguous
