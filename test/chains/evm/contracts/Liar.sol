// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface Transferable {
    function transfer(address to, uint256 value) external returns (bool);
}

/// Reports transfers that never happen.
contract Liar {
    string public constant symbol = "LIE";
    uint8 public constant decimals = 6;

    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    function claim(address to, uint256 value, bytes32 nonce) external {
        emit AuthorizationUsed(msg.sender, nonce);
        emit Transfer(msg.sender, to, value);
    }

    /// Pays a little of a real token from its own balance, with a nonce that the token never saw.
    function payWithNonce(Transferable token, address to, uint256 value, bytes32 nonce) external {
        emit AuthorizationUsed(msg.sender, nonce);
        token.transfer(to, value);
    }
}
