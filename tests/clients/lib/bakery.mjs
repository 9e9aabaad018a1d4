/* The campaign of the main job, as an assistant would write it after one sentence of a person. */

const GROUPS = [
	{
		name: 'Bread',
		path: 'bread',
		headlines: ['Sourdough Baked Daily', 'Fresh Bread at Seven', 'Your Corner Bakery', 'Rye, Spelt and Wheat'],
		descriptions: ['Slow dough, stone oven, still warm when we open at seven.', 'Order by evening, collect in the morning.'],
		keywords: ['fresh bread near me', 'sourdough bakery', 'rye bread', 'artisan bread', 'bakery open early'],
		negative: 'bread machine',
	},
	{
		name: 'Cakes',
		path: 'cakes',
		headlines: ['Birthday Cakes to Order', 'Cakes for Every Table', 'Baked the Same Morning', 'Pick Up or Delivery'],
		descriptions: ['Tell us the day and the taste, we bake it that morning.', 'Vegan and gluten-free on request.'],
		keywords: ['birthday cake to order', 'custom cakes', 'wedding cake bakery', 'vegan cake', 'cake delivery'],
		negative: 'cake recipe',
	},
	{
		name: 'Breakfast',
		path: 'breakfast',
		headlines: ['Breakfast Rolls at Seven', 'Croissants, Still Warm', 'Coffee and a Warm Roll', 'Open on Sundays'],
		descriptions: ['Rolls, croissants and good coffee from seven, Sundays too.', 'Office breakfast delivered before nine.'],
		keywords: ['breakfast rolls', 'croissant bakery', 'bakery open sunday', 'office breakfast delivery', 'coffee and croissant'],
		negative: 'breakfast cereal',
	},
];

export const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD', 'PHRASE', 'EXACT'];

export function bakery(name = 'Bakery Rosa Search') {
	return {
		name,
		type: 'SEARCH',
		platform: 'google',
		budget: 20,
		adGroups: GROUPS.map((group) => ({
			name: group.name,
			ads: [{
				type: 'RESPONSIVE_SEARCH',
				finalUrl: `https://bakery-rosa.example/${group.path}`,
				headlines: group.headlines,
				descriptions: group.descriptions,
			}],
			keywords: [
				...group.keywords.map((text, i) => ({ text, matchType: MATCH_TYPES[i] })),
				{ text: group.negative, matchType: 'PHRASE', negative: true },
			],
		})),
	};
}

export function counts(campaign) {
	return {
		campaigns: 1,
		adGroups: campaign.adGroups.length,
		ads: campaign.adGroups.flatMap((group) => group.ads).length,
		keywords: campaign.adGroups.flatMap((group) => group.keywords).length,
	};
}
