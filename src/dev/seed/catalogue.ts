import { parseSpecifications, type Specification } from '#contract/cells/specifications.ts'

/** The home page shows these brands. */
export const brands = ['Norvane', 'Castellan', 'Tamarack', 'Oxbridge & Pole', 'Ferrum Nine', 'Halden'] as const

interface SeedCategory {
  readonly name: string
  readonly parent?: string
  readonly filters: readonly string[]
}

export const categories: readonly SeedCategory[] = [
  { name: 'Power tools', filters: ['Power source', 'Power'] },
  { name: 'Power saws', parent: 'Power tools', filters: ['Power source', 'Power', 'Cutting depth'] },
  { name: 'Drills and hammers', parent: 'Power tools', filters: ['Power source', 'Chuck'] },
  { name: 'Sanders and grinders', parent: 'Power tools', filters: ['Power', 'Disc', 'Weight'] },
  { name: 'Workshop machines', parent: 'Power tools', filters: ['Power', 'Weight'] },
  { name: 'Hand tools', filters: ['Material', 'Pack'] },
  { name: 'Saws and chisels', parent: 'Hand tools', filters: ['Length', 'Handle'] },
  { name: 'Wrenches and drivers', parent: 'Hand tools', filters: ['Pieces', 'Material'] },
  { name: 'Hammers and vises', parent: 'Hand tools', filters: ['Weight'] },
  { name: 'Measuring', parent: 'Hand tools', filters: ['Length'] },
  { name: 'Light and storage', filters: ['Material', 'Weight'] },
]

export interface SeedPlace {
  readonly brand: (typeof brands)[number]
  readonly category: string
  readonly specifications: readonly Specification[]
}

function parse(text: string): Specification[] {
  const parsed = parseSpecifications(text.replaceAll('; ', '\n'))
  return 'problem' in parsed ? [] : parsed.specifications
}

const place = (brand: SeedPlace['brand'], category: string, specifications: string): SeedPlace => ({
  brand,
  category,
  specifications: parse(specifications),
})

export function placeLike({ brand, category, specifications: shared }: SeedPlace, specifications: string): SeedPlace {
  const own = new Map(parse(specifications).map(each => [each.name, each]))
  return { brand, category, specifications: shared.map(each => own.get(each.name) ?? each) }
}

export const places: Readonly<Record<string, SeedPlace>> = {
  'MSS-125': place(
    'Ferrum Nine',
    'Power saws',
    'Power: 1,260 W; Blade: 125 mm; Cutting depth: 35 mm; Power source: Corded; Cooling: Water',
  ),
  'RH26-860': place(
    'Norvane',
    'Drills and hammers',
    'Power: 860 W; Impact: 3 J; Hole in concrete: 26 mm; Power source: Corded; Chuck: SDS-plus; Weight: 2.9 kg',
  ),
  'FTM-25': place('Halden', 'Measuring', 'Length: 7.5 m; Blade width: 25 mm; Stand-out: 2.1 m; Pack: 25 pieces'),
  'WBS-533': place(
    'Castellan',
    'Sanders and grinders',
    'Power: 960 W; Belt: 76 x 533 mm; Belt speed: 366 m/min; Power source: Corded; Weight: 4.1 kg',
  ),
  'PWC-6': place(
    'Oxbridge & Pole',
    'Saws and chisels',
    'Pieces: 3; Material: Chrome vanadium steel; Hardness: 59 HRC; Handle: Ash; Sizes: 6, 12 and 25 mm',
  ),
  'RS-1000': place(
    'Norvane',
    'Power saws',
    'Voltage: 18 V; Stroke: 29 mm; Stroke rate: 3,000 /min; Power source: Battery; Battery: 4 Ah',
  ),
  'HPD-13': place(
    'Norvane',
    'Drills and hammers',
    'Voltage: 18 V; Torque: 60 Nm; Chuck: 13 mm; Power source: Battery; Speed: 1,800 rpm; Battery: 2 Ah',
  ),
  'BB88-W': place(
    'Halden',
    'Light and storage',
    'Power: 60 W; Light: 6,000 lm; Protection: IP65; Material: Aluminum; Color temperature: 4,000 K; Cord: 3 m',
  ),
  CT5: place('Tamarack', 'Light and storage', 'Trays: 4; Size: 455 x 200 x 230 mm; Sheet: 0.8 mm; Material: Steel'),
  'GD-MP': place(
    'Tamarack',
    'Wrenches and drivers',
    'Material: Stainless steel; Length: 165 mm; Weight: 0.255 kg; Pieces: 1',
  ),
  'PM-SH': place(
    'Castellan',
    'Workshop machines',
    'Power: 1,100 W; Spindle: 19 mm; Table: Cast iron; Power source: Corded; Weight: 98 kg',
  ),
  'RV-E9V': place(
    'Ferrum Nine',
    'Power saws',
    'Power: 780 W; Stroke: 26 mm; Cutting depth: 90 mm; Power source: Corded; Stroke rate: 3,100 /min',
  ),
  'RO5-125': place(
    'Castellan',
    'Sanders and grinders',
    'Power: 360 W; Disc: 125 mm; Orbits: 12,000 /min; Power source: Corded; Weight: 1.4 kg',
  ),
  DP12: place(
    'Castellan',
    'Workshop machines',
    'Power: 500 W; Swing: 305 mm; Chuck: 16 mm; Speeds: 5; Power source: Corded; Weight: 38 kg',
  ),
  'SS-63': place(
    'Tamarack',
    'Wrenches and drivers',
    'Pieces: 63; Drive: 3/8 in.; Material: Chrome vanadium steel; Sizes: 6 to 27 mm',
  ),
  'EBL-600': place(
    'Halden',
    'Measuring',
    'Length: 0.4 m; Accuracy: 0.5 mm/m; Vials: 3; Material: Aluminum; Pack: 12 pieces',
  ),
  'TBV-125': place(
    'Tamarack',
    'Hammers and vises',
    'Jaw width: 125 mm; Opening: 125 mm; Weight: 14 kg; Material: Cast iron',
  ),
  'CS-185': place(
    'Norvane',
    'Power saws',
    'Power: 1,800 W; Blade: 184 mm; Cutting depth: 64 mm; Power source: Corded; Speed: 5,500 rpm',
  ),
  'LCH-16': place(
    'Oxbridge & Pole',
    'Hammers and vises',
    'Head: 450 g; Length: 330 mm; Handle: Ash; Weight: 0.45 kg; Pack: 20 pieces',
  ),
  'AG45-115': place(
    'Ferrum Nine',
    'Sanders and grinders',
    'Power: 900 W; Disc: 115 mm; Speed: 11,000 rpm; Power source: Corded; Weight: 2 kg',
  ),
  BG8: place(
    'Castellan',
    'Workshop machines',
    'Power: 560 W; Disc: 200 mm; Speed: 3,450 rpm; Power source: Corded; Weight: 16 kg',
  ),
  'WAW-10': place(
    'Oxbridge & Pole',
    'Wrenches and drivers',
    'Length: 250 mm; Jaw: 32 mm; Material: Chrome vanadium steel; Pieces: 1; Pack: 20 pieces',
  ),
  'TSS-3': place(
    'Tamarack',
    'Wrenches and drivers',
    'Pieces: 3; Material: Chrome vanadium steel; Sizes: 5 mm, 8 mm and No. 2; Pack: 24 sets',
  ),
  'BHS-22': place(
    'Oxbridge & Pole',
    'Saws and chisels',
    'Length: 560 mm; Teeth: 8 per inch; Material: Spring steel; Handle: Hardwood',
  ),
}
