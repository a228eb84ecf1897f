import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { type ProblemCode, problemCodes, problemTable } from '@hexawatt/shared/contract/problem'
import { addFrenchSpaces } from '@hexawatt/shared/methodology/score/texts/sentence'
import { findProblemExample, recordedProblems } from '@hexawatt/shared/openapi/examples'
import { listProblems } from '@hexawatt/shared/openapi/responses'
import type { PublicRoute } from '../http/page-routes.ts'
import { type Html, html } from '../kit/html.ts'
import { createPlainPage } from '../kit/plain-page.ts'
import { servePage } from '../kit/served-page.ts'

const pagesPath = '/problems'

/** Makes the page of each code, the target of a problem's `type`, and the list of all codes. */
export function createProblemPages(
  publicBaseUrl: string,
  operations: readonly OperationEntry[] = allOperations,
): PublicRoute[] {
  const refusals = operations.map((operation) => ({
    path: operation.path,
    isRead: operation.kind === 'read',
    codes: new Set([...listProblems(operation).values()].flat()),
  }))
  const pages = problemCodes.map((code) =>
    servePage(
      `${pagesPath}/${code}`,
      createPlainPage(problemTable[code].title, renderProblem(code, refusals, publicBaseUrl), onwards),
    ),
  )
  return [
    servePage(pagesPath, createPlainPage('Error codes', renderList(), html`<p><a href="docs">Reference</a></p>`)),
    ...pages,
  ]
}

const onwards = html`<p><a href="../problems">All codes</a> · <a href="../docs">Reference</a></p>`

/** Codes with which an operation may be refused. */
type Refusals = { path: string; isRead: boolean; codes: ReadonlySet<ProblemCode> }

function renderProblem(code: ProblemCode, refusals: readonly Refusals[], publicBaseUrl: string): Html {
  const { status, remedy } = problemTable[code]
  return html`<p>Code <code>${code}</code>, HTTP status ${status}</p>
<p lang="fr">${addFrenchSpaces(frenchSentences[code])}</p>
<h2>What to do</h2>
<p>${remedy}</p>
${renderWait(status)}${renderWhere(code, refusals)}${renderExample(code, publicBaseUrl)}`
}

/** Whether a retry can help: first on the page, because programs often retry at once. */
function renderWait(status: number): Html | null {
  if (status === 429 || status === 503) {
    return html`<p>Wait at least as many seconds as <code>Retry-After</code> says before you try again.</p>`
  }
  return status === 500 ? null : html`<p>The same request will be refused again: a retry does not help.</p>`
}

function renderWhere(code: ProblemCode, refusals: readonly Refusals[]): Html | null {
  // A code of every read endpoint needs no list.
  if (refusals.every(({ isRead, codes }) => !isRead || codes.has(code))) return null
  const paths = refusals.filter(({ codes }) => codes.has(code)).map(({ path }) => html`<li><code>${path}</code></li>`)
  return paths.length === 0 ? null : html`<h2>Where it occurs</h2><ul>${paths}</ul>`
}

/** A recorded response; codes of the operator's listener have none. */
function renderExample(code: ProblemCode, publicBaseUrl: string): Html | null {
  const example = findProblemExample(code, publicBaseUrl)
  if (example === null) return null
  return html`<h2>Example</h2>
<p>The answer to <code>${recordedProblems[code]?.request ?? ''}</code>:</p>
<pre><code>${JSON.stringify(example, null, 2)}</code></pre>
<p><code>detail</code> says what was wrong with your request; with the <code>traceId</code> the operator can find it in the logs.</p>`
}

function renderList(): Html {
  const rows = problemCodes.map((code) => {
    const { status, title } = problemTable[code]
    return html`<tr><td>${status}</td><td><a href="problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`
  })
  return html`<p>Every error is <code>application/problem+json</code> (RFC 9457). Programs should decide by <code>code</code>, which is stable; <code>type</code> is the address of the page about the code.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`
}

/** The meaning of each code in one French sentence: users of a service about the French grid land on its page. */
const frenchSentences: Readonly<Record<ProblemCode, string>> = {
  missing_api_key:
    'La clé d’API manque : envoyez-la dans l’en-tête X-Api-Key ou avec Authorization: Bearer, jamais dans l’adresse.',
  invalid_api_key: 'Cette clé d’API est inconnue : vérifiez qu’elle a été copiée en entier.',
  revoked_api_key: 'Cette clé d’API a été révoquée : utilisez une autre clé du compte.',
  expired_api_key: 'Cette clé d’API a expiré : demandez-en une autre à l’opérateur.',
  unknown_parameter: 'Ce paramètre n’existe pas pour cette ressource : corrigez-le ou retirez-le.',
  invalid_parameter: 'La valeur d’un paramètre n’est pas valable : le champ detail dit ce qui est accepté.',
  unknown_profile: 'Ce profil de pondération n’existe pas : /api/profiles donne la liste.',
  profile_and_weights_exclusive: 'Indiquez soit un profil, soit les quatre poids, mais pas les deux.',
  weights_incomplete: 'Les quatre poids vont ensemble ; l’un d’eux peut valoir 0.',
  weights_sum_invalid: 'La somme des quatre poids doit être égale à 1.',
  invalid_range: 'L’intervalle n’est pas valable : from doit précéder to et ne pas être dans le futur.',
  window_too_large: 'La fenêtre est trop longue : 366 jours au plus par requête.',
  infeasible_schedule:
    'L’usage ne tient pas dans la fenêtre : le champ smallestWindow indique la plus petite qui convient.',
  history_depth_exceeded: 'L’historique de votre offre ne remonte pas si loin.',
  plan_capability_required: 'Cette possibilité ne fait pas partie de votre offre.',
  rate_limited: 'Trop de requêtes : attendez le nombre de secondes indiqué par Retry-After.',
  upgrade_required: 'Le volume mensuel de l’offre est épuisé.',
  demo_limit_exceeded: 'La limite de la clé de démonstration est atteinte : un compte gratuit a ses propres limites.',
  overage_cap_exceeded: 'Le plafond de sécurité du mois est atteint.',
  too_many_streams: 'Trop de réponses sont en cours de lecture : terminez-en une avant d’en demander une autre.',
  insufficient_data: 'Les données des sources ne suffisent pas pour une valeur fiable : aucune valeur n’est renvoyée.',
  service_unavailable: 'Un service interne ne répond pas : réessayez après le délai indiqué par Retry-After.',
  not_found: 'Il n’y a rien à cette adresse.',
  method_not_allowed:
    'L’API est en lecture seule : utilisez GET, HEAD ou OPTIONS, et POST pour /mcp et les formulaires de /account.',
  not_acceptable: 'Aucun des types de contenu acceptés n’est proposé.',
  uri_too_long: 'L’adresse est trop longue : 8 Kio au plus.',
  header_too_large: 'Un en-tête de la requête est trop long : le champ detail dit lequel et ce qui est accepté.',
  invalid_body: 'Le corps de la requête n’est pas valable : le champ detail dit ce qui est accepté.',
  origin_not_allowed: 'Cette ressource n’est pas ouverte aux pages d’autres sites : appelez-la depuis un programme.',
  unsupported_media_type: 'Le corps doit être envoyé avec Content-Type: application/json.',
  internal_error: 'Erreur interne de notre côté : indiquez le traceId à l’opérateur.',
  invalid_signature: 'La signature de l’événement de paiement manque, est fausse ou trop ancienne.',
  invalid_operator_token: 'Le jeton de l’opérateur manque ou n’est pas reconnu.',
  conflict: 'L’état actuel ne le permet pas : le champ detail dit pourquoi.',
}
