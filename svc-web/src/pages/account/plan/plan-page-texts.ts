import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** Notices that the page after an action shows. */
export const planNotices = ['requested', 'withdrawn'] as const

const french = {
  navigation: 'Offre',
  current: {
    is: (plan: string) => fr(`Votre offre est ${plan}.`),
    bill: fr(
      'Une nouvelle offre vaut aussitôt pour toutes vos clés. Le mois en cours est facturé au prix de la plus grande offre que vous y avez eue : un changement ne fait jamais baisser une facture.',
    ),
    usage: 'Votre utilisation et votre facture',
  },
  open: {
    text: (plan: string, since: string) =>
      fr(`Vous avez demandé l’offre ${plan} le ${since}. L’opérateur doit encore l’accepter.`),
    withdraw: 'Annuler la demande',
  },
  refused: (plan: string) => fr(`Votre demande pour l’offre ${plan} n’a pas été acceptée : contactez l’opérateur.`),
  change: {
    heading: 'Changer d’offre',
    lead: fr('Votre demande est transmise à l’opérateur ; votre offre ne change que lorsqu’il l’a acceptée.'),
    byPayment: fr('Une offre payée en ligne est active dès que le paiement est confirmé.'),
    larger: 'Offre supérieure',
    smaller: 'Offre inférieure',
    needed: 'Offre choisie',
    ask: (plan: string) => `Demander l’offre ${plan}`,
    buy: (plan: string) => `Souscrire l’offre ${plan}`,
  },
  portal: {
    lead: fr('Vous payez votre offre en ligne : changez-la ou arrêtez-la auprès du prestataire de paiement.'),
    link: 'Gérer l’abonnement',
  },
  notices: { requested: 'Votre demande est enregistrée.', withdrawn: 'Votre demande est annulée.' },
}

/** Texts of the page of the plan. */
export type PlanPageTexts = typeof french

const english: PlanPageTexts = {
  navigation: 'Plan',
  current: {
    is: (plan) => `Your plan is ${plan}.`,
    bill: 'A new plan applies to all your keys at once. The current month is billed at the price of the largest plan you had during it: a change never lowers a bill.',
    usage: 'Your usage and your bill',
  },
  open: {
    text: (plan, since) => `You requested the plan ${plan} on ${since}. The operator has not approved it yet.`,
    withdraw: 'Withdraw the request',
  },
  refused: (plan) => `Your request for the plan ${plan} was not approved: contact the operator.`,
  change: {
    heading: 'Change your plan',
    lead: 'Your request is sent to the operator; your plan changes only when the operator has approved it.',
    byPayment: 'A plan paid online is active as soon as the payment is confirmed.',
    larger: 'Larger plan',
    smaller: 'Smaller plan',
    needed: 'The plan you chose',
    ask: (plan) => `Request ${plan}`,
    buy: (plan) => `Buy ${plan}`,
  },
  portal: {
    lead: 'You pay for your plan online: change or cancel it with the payment provider.',
    link: 'Manage the subscription',
  },
  notices: { requested: 'Your request has been recorded.', withdrawn: 'Your request has been withdrawn.' },
}

/** The texts of each language. */
export const planPageTexts: Readonly<Record<Language, PlanPageTexts>> = { fr: french, en: english }
