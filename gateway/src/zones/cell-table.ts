import { isZone } from '@hexawatt/shared/config/zone'
import { readValidatedFile } from '@hexawatt/shared/errors/validated-file'
import * as v from 'valibot'

/** Cells of a table at most: each has its own response cache and connections. */
const maxCells = 64

const Zone = v.pipe(v.string(), v.check(isZone, 'a zone as Electricity Maps writes it, such as FR or IT-NO'))
/** A host name as a client sends it: lower case, without a port. */
const Host = v.pipe(
  v.string(),
  v.maxLength(253),
  v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name in lower case, without a port'),
)
const ServiceUrl = v.pipe(
  v.string(),
  v.url('a URL'),
  v.transform((url) => url.replace(/\/$/, '')),
)

/** Another cell of the product: its zone, the hosts under which clients ask for it, and its services. */
const Cell = v.strictObject({
  zone: Zone,
  hosts: v.pipe(v.array(Host), v.minLength(1), v.maxLength(16)),
  services: v.strictObject({ 'svc-carbon': ServiceUrl, 'svc-score': ServiceUrl, 'svc-history': ServiceUrl }),
})
export type Cell = v.InferOutput<typeof Cell>

const isWithoutRepeats = (names: readonly string[]): boolean => new Set(names).size === names.length

const CellTable = v.strictObject({
  cells: v.pipe(
    v.array(Cell),
    v.maxLength(maxCells),
    v.check((cells) => isWithoutRepeats(cells.map(({ zone }) => zone)), 'each zone once'),
    v.check((cells) => isWithoutRepeats(cells.flatMap(({ hosts }) => hosts)), 'each host once'),
  ),
})

/**
 * The cells beside the gateway's own: those of the file when the operator names one, else none.
 *
 * @param path of a JSON file `{ "cells": [ { "zone", "hosts", "services" } ] }`; undefined or empty = none
 * @throws UsageError with everything that is wrong with the file
 */
export function readCells(path: string | undefined): readonly Cell[] {
  if (path === undefined || path === '') return []
  return readValidatedFile('ZONES_FILE', path, CellTable, 'a table of cells').cells
}
