import { useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { formatNumber } from '#contract/format-number.ts'
import type { CompanyDetails } from '#contract/schemas/companies.ts'
import type { PriceAnswer, PriceListSummary } from '#contract/schemas/prices.ts'
import { apiClient } from '#web/session/api-client.ts'
import { toErrorMessage } from '#web/session/api-errors.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Field, FormError, Labelled } from '#web/ui/forms/field.tsx'
import { Money } from '#web/ui/text/money.tsx'

interface CompanyPricesProps {
  company: Pick<CompanyDetails, '_id' | 'priceListId' | 'contractId'>
  priceLists: readonly PriceListSummary[]
}

export function CompanyPrices({ company: { _id, priceListId, contractId }, priceLists }: CompanyPricesProps) {
  const fetcher = useFetcher<{ failure?: string }>()
  return (
    <section className="grid gap-4">
      <h2 className="font-display text-2xl">Prices</h2>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <fetcher.Form method="post" className="flex items-end gap-3">
          <input type="hidden" name="intent" value="priceList" />
          <div className="grow">
            <Labelled label="Price list">
              {fieldProps => (
                <select
                  {...fieldProps}
                  key={priceListId}
                  name="priceListId"
                  className="select w-full"
                  defaultValue={priceListId ?? ''}
                >
                  <option value="">None: public prices</option>
                  {priceLists
                    .filter(({ company }) => !company)
                    .map(({ _id, name }) => (
                      <option key={_id} value={_id}>
                        {name}
                      </option>
                    ))}
                </select>
              )}
            </Labelled>
          </div>
          <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-quiet">
            Save
          </SubmitButton>
        </fetcher.Form>
        <div className="grid gap-1">
          <span className="font-semibold">Contract</span>
          {contractId ? (
            <Link to={`/dashboard/priceLists/${contractId}`} className="link leading-10">
              Prices of its own
            </Link>
          ) : (
            <fetcher.Form method="post">
              <input type="hidden" name="intent" value="contract" />
              <SubmitButton busy={fetcher.state !== 'idle'} className="btn btn-quiet">
                Begin a contract
              </SubmitButton>
            </fetcher.Form>
          )}
        </div>
      </div>
      <FormError>{fetcher.data?.failure}</FormError>
      <PriceQuestion companyId={_id} />
    </section>
  )
}

function PriceQuestion({ companyId }: { companyId: string }) {
  const [sku, setSku] = useState('')
  const [answer, setAnswer] = useState<PriceAnswer>()
  const [problem, setProblem] = useState<string>()

  async function ask() {
    setProblem(undefined)
    setAnswer(undefined)
    try {
      setAnswer(await apiClient.explainPrice({ params: { id: companyId }, query: { sku: sku.trim() } }))
    } catch (error) {
      setProblem(toErrorMessage(error))
    }
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        void ask()
      }}
    >
      <div className="flex items-end gap-3">
        <Field
          label="What they pay, by SKU"
          value={sku}
          onChange={({ target }) => setSku(target.value)}
          autoComplete="off"
        />
        <Button className="btn btn-quiet" onClick={() => void ask()}>
          Show
        </Button>
      </div>
      <div aria-live="polite">
        {problem && <p className="text-error">{problem}</p>}
        {answer && <Answer answer={answer} />}
      </div>
    </form>
  )
}

function Answer({ answer: { sku, name, list, own, because, isLower } }: { answer: PriceAnswer }) {
  return (
    <div className="grid gap-1 rounded-box border border-base-300 bg-base-100 p-4 tabular-nums">
      <p className="font-semibold" dir="auto">
        {name} <span className="font-normal text-muted">{sku}</span>
      </p>
      <p>
        <Money of={own.price} />
        {own.priceBreaks.map(({ from, price }) => (
          <span key={from}>
            {' · '}
            {formatNumber(from)}+ <Money of={price} />
          </span>
        ))}
      </p>
      <p className="text-muted">
        {because ? (
          <Reason because={because} listPrice={list.price} isLower={isLower} />
        ) : (
          'The public price: no row is in force.'
        )}
      </p>
    </div>
  )
}

const targets = { tool: 'this tool', group: 'its discount group', all: 'all tools' }

interface ReasonProps {
  because: NonNullable<PriceAnswer['because']>
  listPrice: number
  isLower: boolean
}

/** Such as 'Contract of Moss, for this tool since 2026-11-01: list $12.95, −14%.' */
function Reason({ because: { listName, target, validFrom, percentOff, price }, listPrice, isLower }: ReasonProps) {
  return (
    <>
      {listName}, for {targets[target]} since {validFrom}: list <Money of={listPrice} />,{' '}
      {percentOff !== null ? `−${formatNumber(percentOff)}%` : price !== null && <Money of={price} />}
      {isLower ? '.' : ', which is not below the public price: that is charged.'}
    </>
  )
}
