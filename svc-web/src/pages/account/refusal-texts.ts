import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'
import { KeyRefusedError, type Refusal } from '../../accounts/refusals.ts'
import type { Acted } from './member-page.ts'

/** Why a member's form is refused: by the rules of keys and plans, or because of invalid input. */
export type FormRefusal = Refusal | { code: 'bad_name' | 'bad_day' | 'not_confirmed' | 'bad_form' }

const countNoun = (count: number, one: string, many: string): string => `${count} ${count < 2 ? one : many}`

function french(refusal: FormRefusal): string {
  switch (refusal.code) {
    case 'no_free_place':
      return `Votre offre comprend ${countNoun(refusal.allowed, 'clé active', 'clés actives')}, et vous en avez ${refusal.active}. Révoquez une clé dont vous ne vous servez plus, remplacez-en une, ou changez d’offre.`
    case 'too_many_overlaps':
      return `${countNoun(refusal.replaced, 'clé remplacée est encore valable', 'clés remplacées sont encore valables')}, le maximum de votre offre. Révoquez-en une d’abord, ou remplacez sans période de recouvrement.`
    case 'too_many_keys':
      return `Cette offre comprend ${countNoun(refusal.allowed, 'clé active', 'clés actives')}, et vous en avez ${refusal.active}. Révoquez d’abord ${countNoun(refusal.active - refusal.allowed, 'clé', 'clés')} à la page « Clés ».`
    case 'key_over':
      return refusal.end === 'revoked'
        ? 'Cette clé est révoquée : créez-en une nouvelle.'
        : 'Cette clé a expiré : créez-en une nouvelle, ou donnez-lui une autre date de fin.'
    case 'key_replaced':
      return 'Cette clé a déjà été remplacée : remplacez plutôt celle qui lui succède.'
    case 'overlap_over':
      return 'Cette clé a été remplacée et son recouvrement est terminé : utilisez celle qui lui succède.'
    case 'overlap_too_long':
      return `Une clé remplacée peut rester valable ${Math.round(refusal.maxHours / 24)} jours au plus à compter de maintenant.`
    case 'expiry_past':
      return 'La date de fin doit être dans le futur. Pour arrêter une clé dès maintenant, révoquez-la.'
    case 'expiry_too_far':
    case 'bad_day':
      return 'Indiquez la date de fin sous la forme AAAA-MM-JJ, ou laissez le champ vide pour une clé sans date de fin.'
    case 'plan_same':
      return 'Vous avez déjà cette offre.'
    case 'plan_unknown':
      return 'Cette offre n’est plus proposée : choisissez-en une autre à la page « Offre ».'
    case 'request_open':
      return 'Une demande de changement d’offre est déjà en cours : annulez-la pour en faire une autre.'
    case 'request_unknown':
    case 'request_decided':
      return 'Cette demande n’est plus en cours.'
    case 'too_many_changes':
      return `Votre compte a fait ${refusal.allowed} changements en 24 heures, le maximum. Réessayez demain ; révoquer une clé reste possible.`
    case 'bad_name':
      return 'Donnez à la clé un nom de 1 à 100 caractères, sans clé d’API.'
    case 'not_confirmed':
      return 'Cochez la case pour confirmer : une clé révoquée l’est définitivement.'
    case 'bad_form':
      return 'Le formulaire est incomplet. Rechargez la page et recommencez.'
    case 'account_unknown':
    case 'account_removed':
    case 'plan_differs':
      return 'Ce compte n’existe plus.'
    case 'key_unknown':
    case 'key_ambiguous':
    case 'key_removed':
      return 'Cette clé n’existe pas.'
  }
}

function english(refusal: FormRefusal): string {
  switch (refusal.code) {
    case 'no_free_place':
      return `Your plan includes ${countNoun(refusal.allowed, 'active key', 'active keys')}, and you have ${refusal.active}. Revoke a key that you no longer use, replace one, or change your plan.`
    case 'too_many_overlaps':
      return `${countNoun(refusal.replaced, 'replaced key is', 'replaced keys are')} still valid, the maximum of your plan. Revoke one first, or replace without an overlap.`
    case 'too_many_keys':
      return `This plan includes ${countNoun(refusal.allowed, 'active key', 'active keys')}, and you have ${refusal.active}. Revoke ${countNoun(refusal.active - refusal.allowed, 'key', 'keys')} first on the page “Keys”.`
    case 'key_over':
      return refusal.end === 'revoked'
        ? 'This key is revoked: create a new one.'
        : 'This key has expired: create a new one, or change its end date.'
    case 'key_replaced':
      return 'This key has already been replaced: replace its successor instead.'
    case 'overlap_over':
      return 'This key was replaced and its overlap is over: use its successor.'
    case 'overlap_too_long':
      return `A replaced key can stay valid for at most ${Math.round(refusal.maxHours / 24)} days from now.`
    case 'expiry_past':
      return 'The end date must be in the future. To end a key now, revoke it.'
    case 'expiry_too_far':
    case 'bad_day':
      return 'Enter the end date as YYYY-MM-DD, or leave the field empty for a key without an end date.'
    case 'plan_same':
      return 'You already have this plan.'
    case 'plan_unknown':
      return 'This plan is no longer offered: choose another one on the page “Plan”.'
    case 'request_open':
      return 'A request for another plan is already open: withdraw it to make a new one.'
    case 'request_unknown':
    case 'request_decided':
      return 'This request is no longer open.'
    case 'too_many_changes':
      return `Your account made ${refusal.allowed} changes within 24 hours, the maximum. Try again tomorrow; you can still revoke keys.`
    case 'bad_name':
      return 'Give the key a name of 1 to 100 characters, without an API key.'
    case 'not_confirmed':
      return 'Tick the box to confirm: a revoked key cannot be restored.'
    case 'bad_form':
      return 'The form is incomplete. Reload the page and try again.'
    case 'account_unknown':
    case 'account_removed':
    case 'plan_differs':
      return 'This account no longer exists.'
    case 'key_unknown':
    case 'key_ambiguous':
    case 'key_removed':
      return 'This key does not exist.'
  }
}

/** A refusal in the member's language, with the remedy. */
export function writeRefusal(refusal: FormRefusal, language: Language): string {
  return language === 'fr' ? fr(french(refusal)) : english(refusal)
}

/** The status of the page that shows a refusal. */
export function chooseRefusalStatus({ code }: FormRefusal): Extract<Acted, { status: number }>['status'] {
  if (code === 'too_many_changes') return 429
  const isInput = /^(bad|expiry|not)_/.test(code) || code === 'overlap_too_long'
  return isInput ? 400 : 409
}

/** The field that a refusal is about; null = the form as a whole. */
export function findRefusedField({ code }: FormRefusal): 'name' | 'day' | 'confirm' | null {
  if (code === 'bad_name') return 'name'
  if (code === 'bad_day' || code === 'expiry_past' || code === 'expiry_too_far') return 'day'
  return code === 'not_confirmed' ? 'confirm' : null
}

/** The refusal of a form by the rules. @throws any other error */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof KeyRefusedError) return error.refusal
  throw error
}
