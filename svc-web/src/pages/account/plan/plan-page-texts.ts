import type { Language } from '@hexawatt/shared/contract/values/languages'
import { addFrenchSpaces as fr } from '@hexawatt/shared/methodology/score/texts/sentence'

/** What was done, told on the page that follows. */
export const planNotices = ['requested', 'withdrawn'] as const
type PlanNotice = (typeof planNotices)[number]

/** Texts of the page of the plan. */
export type PlanPageTexts = {
  navigation: string
  current: { heading: string; is: (plan: string) => string; bill: string; usage: string }
  open: { text: (plan: string, since: string) => string; withdraw: string }
  refused: (plan: string) => string
  change: {
    heading: string
    lead: string
    byPayment: string
    larger: string
    smaller: string
    needed: string
    ask: (plan: string) => string
    buy: (plan: string) => string
  }
  portal: { lead: string; link: string }
  notices: Readonly<Record<PlanNotice, string>>
}

const french: PlanPageTexts = {
  navigation: 'Offre',
  current: {
    heading: 'Votre offre',
    is: (plan) => fr(`Vous avez l’offre ${plan}.`),
    bill: fr(
      'Une nouvelle offre vaut aussitôt pour toutes vos clés. Le mois en cours est facturé au prix de la plus grande offre que vous y avez eue : un changement ne fait jamais baisser une facture.',
    ),
    usage: 'Votre consommation et votre facture',
  },
  open: {
    text: (plan, since) => fr(`Vous avez demandé l’offre ${plan} le ${since}. L’opérateur doit encore l’accepter.`),
    withdraw: 'Annuler la demande',
  },
  refused: (plan) => fr(`Votre demande pour l’offre ${plan} n’a pas été acceptée : contactez l’opérateur.`),
  change: {
    heading: 'Changer d’offre',
    lead: fr('Votre demande est transmise à l’opérateur ; votre offre ne change que lorsqu’il l’a acceptée.'),
    byPayment: fr('Une offre payée en ligne est active dès que le paiement est confirmé.'),
    larger: 'Offre supérieure',
    smaller: 'Offre inférieure',
    needed: 'Offre choisie',
    ask: (plan) => `Demander l’offre ${plan}`,
    buy: (plan) => `Souscrire l’offre ${plan}`,
  },
  portal: {
    lead: fr('Vous payez votre offre en ligne : changez-la ou arrêtez-la auprès du prestataire de paiement.'),
    link: 'Gérer l’abonnement',
  },
  notices: { requested: 'Votre demande est enregistrée.', withdrawn: 'Votre demande est annulée.' },
}

const english: PlanPageTexts = {
  navigation: 'Plan',
  current: {
    heading: 'Your plan',
    is: (plan) => `You have the plan ${plan}.`,
    bill: 'Another plan holds for all your keys at once. The running month is billed at the price of the largest plan that you had in it: a change never lowers a bill.',
    usage: 'Your usage and your bill',
  },
  open: {
    text: (plan, since) => `You asked for the plan ${plan} on ${since}. The operator has yet to approve it.`,
    withdraw: 'Withdraw the request',
  },
  refused: (plan) => `Your request for the plan ${plan} was not approved: ask the operator.`,
  change: {
    heading: 'Change your plan',
    lead: 'Your request goes to the operator; your plan changes only once it is approved.',
    byPayment: 'A plan that is paid online is yours as soon as the payment is confirmed.',
    larger: 'Larger plan',
    smaller: 'Smaller plan',
    needed: 'The plan you chose',
    ask: (plan) => `Ask for ${plan}`,
    buy: (plan) => `Buy ${plan}`,
  },
  portal: {
    lead: 'You pay for your plan online: change or end it with the payment provider.',
    link: 'Manage the subscription',
  },
  notices: { requested: 'Your request is stored.', withdrawn: 'Your request is withdrawn.' },
}

/** The texts of each language. */
export const planPageTexts: Readonly<Record<Language, PlanPageTexts>> = { fr: french, en: english }
