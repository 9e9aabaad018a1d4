# The gates: each is shown its bad example first, then the repository. Usage: run.sh [GATE…]
# Run from the root by ./dev lint, after a build.
set -u
python=${PYTHON:-/usr/bin/python3}
gates=${*:-format sizes layering names comments banned listed links shell requirements security compilers symbols}
passed=0
failed=0

count() {
	if [ "$1" = 0 ]; then
		passed=$((passed + 1))
		echo "lint $2: ok"
	else
		failed=$((failed + 1))
		echo "lint $2: FAILED"
	fi
}

for gate in $gates; do
	target=.
	[ "$gate" != symbols ] || target=build
	if [ -f "tests/lint/$gate.py" ]; then
		"$python" -B "tests/lint/$gate.py" $target
	else
		sh "tests/lint/$gate.sh" $target
	fi
	count $? "$gate"
	"$python" -B tests/lint/selftest.py "$gate"
	count $? "$gate (its own test)"
done
echo "lint: $passed passed, $failed failed"
[ $failed = 0 ]
