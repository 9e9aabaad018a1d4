def test_there():
    pass
