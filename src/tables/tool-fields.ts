import {
  listColumnTitles,
  type NumberKind,
  numberColumns,
  type ToolField,
  toolColumnTitles,
} from '#contract/cells/tool-cells.ts'
import type { Field, Fields } from './fields.ts'

type Words = Omit<Field, 'title' | 'reads'>

const words: Record<ToolField, Words> = {
  sku: {
    words:
      'sku item article artikel artikelnr artikelnummer artnr artno bestellnummer bestellnr materialnummer teilenummer part partno partnumber reference ref referencia codigo articulo bestelnummer bestelnr artikelnummer indeks symbol kod katalogowy itemno itemnumber itemid model',
    beside: 'product material variant code number art',
  },
  name: {
    words:
      'name title bezeichnung artikelbezeichnung kurztext description descr designation libelle descripcion nombre omschrijving naam benaming nazwa',
    beside: 'item product article artikel tool short kurz',
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
      'price preis listenpreis verkaufspreis einzelpreis nettopreis bruttopreis vk uvp prix tarif precio tarifa prijs verkoopprijs cena list msrp rrp',
    beside:
      'net netto dealer unit retail sales selling public no tax ht ttc vat mwst excl incl brutto gross netto level without',
  },
  priceBreaks: { words: 'staffelpreise' },
  minimum: {
    words: 'minimum min moq mindestmenge mindestbestellmenge mindestabnahme minimo minimale minimalna',
    beside: 'order qty quantity menge quantite cantidad hoeveelheid ilosc bestell pieces',
  },
  increment: {
    words:
      'pack packing case carton ctn box inner vpe ve verpackungseinheit packungsinhalt colis conditionnement embalaje caja verpakking doos opakowanie karton multiple increment',
    beside:
      'qty quantity size unit units pieces pcs per value content menge inhalt quantite cantidad hoeveelheid ilosc w order',
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
  },
  gtin: {
    words: 'gtin ean upc barcode eannummer eancode strichcode streepjescode kreskowy jan',
    beside: 'code kod number nummer no item piece stuck artikel',
  },
  manufacturerNumber: {
    words:
      'mpn herstellernr herstellernummer herstellerartikelnummer herstellerartikelnr manufacturernumber manufacturerno manufacturerpartnumber manufacturerpartno mfrpartnumber mfrpartno mfrno mfgpartnumber mfgpartno vendorpartnumber',
    beside: 'number no nr',
  },
  discountGroup: {
    words:
      'discountgroup rabattgruppe rabattgr kortingsgroep remisegroep discountcode discountclass rabattcode pricegroup preisgruppe',
    beside: 'code',
  },
  specification: { words: 'specification', joinedBy: '\n' },
  pricePer: {
    words: 'preiseinheit preismenge pe prijseenheid priceunit pricequantity',
    beside: 'price unit preis unite prix per',
  },
  discount: { words: 'rabatt discount remise descuento korting rabat', beside: 'percent pct satz' },
  currency: { words: 'currency wahrung devise moneda valuta waluta curr', beside: 'code' },
}

const numbers: { [Name in ToolField]?: NumberKind } = { ...numberColumns, pricePer: 'pieces', discount: 'percent' }

export const toolFields = Object.fromEntries(
  Object.entries({ ...toolColumnTitles, ...listColumnTitles }).map(([name, title]) => {
    const field = name as ToolField
    return [field, { title, ...words[field], reads: numbers[field] ?? 'text' }]
  }),
) as Record<ToolField, Field> satisfies Fields<ToolField>
