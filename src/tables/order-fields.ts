import type { Fields } from './fields.ts'
import { toolFields } from './import-fields.ts'

export const orderFields = {
  sku: {
    ...toolFields.sku,
    words: `${toolFields.sku.words} code product material article`,
    beside: `${toolFields.sku.beside} part customer supplier variant mfr replacement`,
  },
  quantity: {
    title: 'Quantity',
    words:
      'qty quantity quantities pieces pcs count units ordered menge bestellmenge anzahl stuck stuckzahl quantite qte cantidad cant cdad unidades uds aantal hoeveelheid stuks ilosc szt sztuk liczba',
    beside:
      'order ord required requested req needed wanted to in ea each st stk bestellt benotigt commandee commander a de pedida pedido besteld zamowiona zamowienia',
    reads: 'pieces',
  },
  name: toolFields.name,
  price: {
    ...toolFields.price,
    words: `${toolFields.price.words} total amount sum betrag importe montant wartosc gesamtpreis`,
  },
  unit: {
    title: 'Unit',
    words: 'unit uom um einheit me unite unidad eenheid jm jednostka packaging',
    beside: 'measure j m u',
    reads: 'text',
  },
  position: {
    title: 'Position',
    words: 'pos position line row lp ligne linea regel zeile posicion pozycja',
    reads: 'pieces',
  },
} as const satisfies Fields
