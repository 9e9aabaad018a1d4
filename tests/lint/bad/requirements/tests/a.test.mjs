// only said
test('it is there', () => {});
