import { defaultPlanTable } from '../contract/plans.ts'

/** A plan of the product's own table. */
export type ProductPlan = keyof typeof defaultPlanTable.plans

/** The plans of the product's own table, smallest first. */
export const productPlans = Object.keys(defaultPlanTable.plans) as ProductPlan[]
